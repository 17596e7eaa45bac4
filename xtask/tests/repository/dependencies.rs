//! What the workspace depends on: allowed licences, no double versions, one source, nothing
//! unused. The lists are those of `deny.toml`, the facts come from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::files;

/// How the source of a package from a registry begins; others are git or a path.
const REGISTRY: &str = "registry+";

/// Crates and dependencies that they list only for a feature which some builds of the workspace
/// need and others do not; the manifests say which.
const FOR_FEATURES: [(&str, &str); 2] = [("recto-math", "num-traits"), ("recto-cli", "syn")];

/// The lists of `deny.toml`.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    licences: BTreeSet<String>,
    /// Name and the beginning of the version of what may be there beside a newer one.
    skipped: BTreeSet<(String, String)>,
}

impl Lists {
    /// Reads the two lists, one entry a line; an entry without a reason is an error.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut lists = Self::default();
        let mut list = "";
        for line in text.lines().map(str::trim) {
            match line {
                "allow = [" | "skip = [" => list = line,
                "]" => list = "",
                _ if list == "allow = [" => {
                    let licence = quoted(line).ok_or(format!("no licence: {line}"))?;
                    lists.licences.insert(licence.to_owned());
                }
                _ if list == "skip = [" => {
                    let entry = skipped(line).ok_or(format!("no crate with a reason: {line}"))?;
                    lists.skipped.insert(entry);
                }
                _ => {}
            }
        }
        Ok(lists)
    }
}

/// The text between the first two quotation marks.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1).filter(|inner| !inner.is_empty())
}

fn skipped(line: &str) -> Option<(String, String)> {
    let (_, reason) = line.split_once("reason = ")?;
    quoted(reason)?;
    let (name, version) = quoted(line)?.split_once('@')?;
    Some((name.to_owned(), version.to_owned()))
}

/// A package of the dependency graph.
#[derive(Debug, Clone, Default)]
pub(crate) struct Package {
    name: String,
    version: String,
    licence: String,
    /// `None` for a crate of the workspace.
    source: Option<String>,
    /// The folder of a crate of the workspace, relative to the root.
    folder: String,
    dependencies: Vec<String>,
    /// What code calls its library, where that is not its name: `md5` of the package `md-5`.
    library: Option<String>,
}

/// All packages that `Cargo.lock` names, for every platform.
pub(crate) fn packages() -> Vec<Package> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1"]);
    let graph: Value = serde_json::from_str(&stdout(metadata)).expect("JSON");
    let packages = graph["packages"].as_array().expect("a list").iter();
    packages.map(package).collect()
}

fn cargo() -> Command {
    Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// Runs `command` in the root, which must succeed.
fn stdout(mut command: Command) -> String {
    let output = command
        .current_dir(files::root())
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// Packages with the features that the build of `selection` switches on, one a line:
/// `flate2 v1.1.10 any_impl,default`.
pub(crate) fn features(selection: &[&str]) -> BTreeSet<String> {
    let mut tree = cargo();
    tree.args([
        "tree", "--locked", "--prefix", "none", "--format", "{p} {f}",
    ]);
    tree.args(selection);
    let lines = stdout(tree);
    let lines = lines.lines().map(|line| line.trim_end_matches(" (*)"));
    lines.map(|line| line.trim_end().to_owned()).collect()
}

fn package(value: &Value) -> Package {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let root = format!("{}/", files::root().display());
    let manifest = text("manifest_path");
    let folder = manifest.strip_suffix("Cargo.toml").unwrap_or(&manifest);
    let dependencies = value["dependencies"].as_array().into_iter().flatten();
    Package {
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        source: value["source"].as_str().map(str::to_owned),
        folder: folder.strip_prefix(&root).unwrap_or(folder).to_owned(),
        dependencies: dependencies
            .filter_map(|dependency| Some(dependency["name"].as_str()?.to_owned()))
            .collect(),
        library: library(value),
    }
}

fn library(value: &Value) -> Option<String> {
    let is_library = |target: &&Value| {
        let mut kinds = target["kind"].as_array().into_iter().flatten();
        kinds.any(|kind| matches!(kind.as_str(), Some("lib" | "rlib" | "proc-macro")))
    };
    let target = value["targets"].as_array()?.iter().find(is_library)?;
    Some(target["name"].as_str()?.replace('-', "_"))
}

/// Licences, double versions and sources that the lists do not allow, and entries of the
/// lists that nothing needs.
pub(crate) fn check(lists: &Lists, packages: &[Package]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, .. } = package;
        versions.entry(name).or_default().push(version);
        if !is_allowed(&package.licence, &lists.licences) {
            let licence = &package.licence;
            problems.push(format!("{name} {version}: licence {licence:?}"));
        }
        let source = package.source.as_deref();
        if source.is_some_and(|from| !from.starts_with(REGISTRY)) {
            problems.push(format!("{name} {version}: not from a registry"));
        }
    }
    let mut needed = BTreeSet::new();
    for (name, versions) in &versions {
        let skipped = |version: &str| {
            let mut entries = lists.skipped.iter();
            entries.find(|(of, from)| of == name && begins(version, from))
        };
        let (allowed, kept): (Vec<_>, Vec<_>) = versions
            .iter()
            .partition(|version| skipped(version).is_some());
        if versions.len() > 1 {
            needed.extend(allowed.into_iter().filter_map(skipped));
        }
        if kept.len() > 1 {
            problems.push(format!("{name}: {} versions, {kept:?}", kept.len()));
        }
    }
    for (name, version) in lists.skipped.iter().filter(|entry| !needed.contains(entry)) {
        problems.push(format!("deny.toml: {name}@{version} is not there twice"));
    }
    problems
}

/// Whether `version` is `from` or one of its later patches: `2.0.1` begins `2`, `20` does not.
fn begins(version: &str, from: &str) -> bool {
    version
        .strip_prefix(from)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether an SPDX expression can be met with the licences of the list. A slash is an old
/// way to write OR; an exception after WITH only adds permissions.
fn is_allowed(expression: &str, list: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest, list) && rest.is_empty()
}

fn any(rest: &mut &[&str], list: &BTreeSet<String>) -> bool {
    let mut met = all(rest, list);
    while take(rest, "OR") {
        met |= all(rest, list);
    }
    met
}

fn all(rest: &mut &[&str], list: &BTreeSet<String>) -> bool {
    let mut met = one(rest, list);
    while take(rest, "AND") {
        met &= one(rest, list);
    }
    met
}

fn one(rest: &mut &[&str], list: &BTreeSet<String>) -> bool {
    if take(rest, "(") {
        let met = any(rest, list);
        return take(rest, ")") && met;
    }
    let Some((licence, after)) = rest.split_first() else {
        return false;
    };
    *rest = after;
    if take(rest, "WITH") {
        *rest = rest.get(1..).unwrap_or_default();
    }
    list.contains(*licence)
}

fn take(rest: &mut &[&str], word: &str) -> bool {
    let found = rest.first() == Some(&word);
    if found {
        *rest = &rest[1..];
    }
    found
}

/// Dependencies whose name stands in no Rust file of the crate that asks for them, and those
/// of the workspace that no crate asks for.
pub(crate) fn unused(packages: &[Package], texts: &BTreeMap<String, String>) -> Vec<String> {
    let own: Vec<&Package> = packages.iter().filter(|p| p.source.is_none()).collect();
    let is_used = |package: &Package, dependency: &str| {
        if FOR_FEATURES.contains(&(package.name.as_str(), dependency)) {
            return true;
        }
        let known = packages.iter().find(|other| other.name == dependency);
        let library = known.and_then(|other| other.library.clone());
        let name = library.unwrap_or_else(|| dependency.replace('-', "_"));
        let code = texts.iter().filter(|(path, _)| path.ends_with(".rs"));
        let mut code = code.filter(|(path, _)| path.starts_with(&package.folder));
        code.any(|(_, text)| {
            let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
            lines.flat_map(identifiers).any(|word| word == name)
        })
    };
    let mut problems = Vec::new();
    for package in &own {
        let idle = package.dependencies.iter().filter(|d| !is_used(package, d));
        problems.extend(idle.map(|dependency| format!("{}: {dependency}", package.name)));
    }
    let asked: BTreeSet<&str> = own
        .iter()
        .flat_map(|p| p.dependencies.iter().map(String::as_str))
        .collect();
    let root = texts.get("Cargo.toml").map_or("", String::as_str);
    let idle = declared(root).filter(|dependency| !asked.contains(dependency));
    problems.extend(idle.map(|dependency| format!("Cargo.toml: {dependency}")));
    problems
}

fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The names under `[workspace.dependencies]`.
fn declared(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = manifest.lines();
    let section = lines
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once(" = ")?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &str = "allow = [\n\"MIT\",\n\"Zlib\",\n]\n\
        skip = [\n{ crate = \"syn@2\", reason = \"derive\" },\n]\n";

    fn package(name: &str, version: &str) -> Package {
        Package {
            name: name.into(),
            version: version.into(),
            licence: "MIT".into(),
            source: Some(REGISTRY.into()),
            ..Package::default()
        }
    }

    #[test]
    fn expressions_are_met_by_the_list() {
        let list = Lists::parse(LISTS).unwrap().licences;
        for met in [
            "MIT",
            "MIT/GPL-2.0",
            "(GPL-2.0 OR MIT) AND Zlib",
            "Zlib WITH X OR Y",
        ] {
            assert!(is_allowed(met, &list), "{met}");
        }
        for unmet in [
            "",
            "GPL-2.0",
            "MIT AND GPL-2.0",
            "GPL-2.0 OR (MIT AND X)",
            "(MIT",
        ] {
            assert!(!is_allowed(unmet, &list), "{unmet}");
        }
    }

    #[test]
    fn what_the_lists_do_not_allow_is_found() {
        let lists = Lists::parse(LISTS).unwrap();
        let sound = [package("syn", "2.0.1"), package("syn", "3.0.0")];
        assert_eq!(check(&lists, &sound), [""; 0]);
        let unneeded = check(&lists, &sound[..1]);
        assert_eq!(unneeded, ["deny.toml: syn@2 is not there twice"]);
        let mut unsound = sound.to_vec();
        unsound.extend([package("syn", "20.0.0"), package("odd", "1.0.0")]);
        unsound[3].licence = "GPL-3.0".into();
        unsound[3].source = Some("git+https://example.org/odd".into());
        let expected = [
            "odd 1.0.0: licence \"GPL-3.0\"",
            "odd 1.0.0: not from a registry",
            "syn: 2 versions, [\"3.0.0\", \"20.0.0\"]",
        ];
        assert_eq!(check(&lists, &unsound), expected);
        assert!(Lists::parse("skip = [\n{ crate = \"syn@2\" },\n]").is_err());
    }

    #[test]
    fn idle_dependencies_are_found() {
        let own = Package {
            name: "own".into(),
            folder: "own/".into(),
            dependencies: vec!["a-b".into(), "c".into()],
            ..Package::default()
        };
        let texts = BTreeMap::from([
            (
                "own/src/lib.rs".to_owned(),
                "use a_b::c2;\n// c::d\n".to_owned(),
            ),
            (
                "Cargo.toml".to_owned(),
                "[workspace.dependencies]\na-b = \"1\"\ne = \"1\"\n\n[profile]\nf = 1\n".to_owned(),
            ),
        ]);
        assert_eq!(unused(&[own], &texts), ["own: c", "Cargo.toml: e"]);
    }
}
