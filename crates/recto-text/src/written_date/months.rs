//! Names of the months in the languages that recto knows.

/// The names of each month in lower case. An abbreviation is the beginning of a name, three
/// letters or more.
const NAMES: [&str; 12] = [
    "january januar janvier enero gennaio januari janeiro jänner ianuarie január styczeń \
     stycznia января январь tammikuu tammikuuta ocak ιανουαρίου ιανουάριος يناير जनवरी",
    "february februar février fevrier febrero febbraio februari fevereiro feber februarie február \
     luty lutego февраля февраль helmikuu helmikuuta şubat φεβρουαρίου φεβρουάριος فبراير फरवरी",
    "march märz maerz mars marzo maart mrt março marco marts martie március marzec marca марта март \
     maaliskuu maaliskuuta mart μαρτίου μάρτιος مارس मार्च",
    "april avril abril aprile aprilie április kwiecień kwietnia апреля апрель huhtikuu \
     huhtikuuta nisan απριλίου απρίλιος أبريل अप्रैल",
    "may mai mayo maggio mei maio maj május maja мая май toukokuu toukokuuta mayıs μαΐου μαΐος \
     مايو मई",
    "june juni juin junio giugno junho iunie június czerwiec czerwca июня июнь kesäkuu kesäkuuta \
     haziran ιουνίου ιούνιος يونيو जून",
    "july juli juillet julio luglio julho iulie július lipiec lipca июля июль heinäkuu \
     heinäkuuta temmuz ιουλίου ιούλιος يوليو जुलाई",
    "august août aout agosto augustus augusti augusztus sierpień sierpnia августа август elokuu \
     elokuuta ağustos αυγούστου αύγουστος أغسطس अगस्त",
    "september septembre septiembre settembre setembro septembrie szeptember wrzesień września \
     сентября сентябрь syyskuu syyskuuta eylül σεπτεμβρίου σεπτέμβριος سبتمبر सितंबर",
    "october oktober octobre octubre ottobre outubro octombrie október październik października \
     октября октябрь lokakuu lokakuuta ekim οκτωβρίου οκτώβριος أكتوبر अक्टूबर",
    "november novembre noviembre novembro noiembrie listopad listopada ноября ноябрь marraskuu \
     marraskuuta kasım νοεμβρίου νοέμβριος نوفمبر नवंबर",
    "december dezember décembre decembre diciembre dicembre dezembro decembrie grudzień grudnia \
     декабря декабрь joulukuu joulukuuta aralık δεκεμβρίου δεκέμβριος ديسمبر दिसंबर",
];

/// The month (1 to 12) that a word in lower case names. A beginning that two months share names
/// neither, unless it is a whole name.
pub(crate) fn month_of(word: &str) -> Option<i8> {
    let n_letters = word.chars().count();
    let mut beginning_of = None;
    for (month, names) in (1..).zip(NAMES) {
        for name in names.split_whitespace() {
            if name == word {
                return Some(month);
            }
            // Finnish months are not abbreviated, and three of them begin like other names.
            if n_letters >= 3 && name.starts_with(word) && !name.contains("kuu") {
                match beginning_of {
                    Some(other) if other != month => return None,
                    _ => beginning_of = Some(month),
                }
            }
        }
    }
    beginning_of
}

#[cfg(test)]
mod tests {
    use super::month_of;

    #[test]
    fn months_are_known_by_name_and_by_beginning() {
        for (word, month) in [
            ("jan", Some(1)),
            ("févr", Some(2)),
            ("mar", Some(3)),
            ("marraskuuta", Some(11)),
            ("mai", Some(5)),
            ("juin", Some(6)),
            ("juil", Some(7)),
            ("sept", Some(9)),
            ("октября", Some(10)),
            ("dez", Some(12)),
            // June or July.
            ("ju", None),
            ("jui", None),
            ("monday", None),
            ("", None),
        ] {
            assert_eq!(month_of(word), month, "{word}");
        }
    }
}
