//! The two commands that the README promises.

/// The lines of the first `sh` block under the heading `## Start`: there must be two.
pub(crate) fn commands(readme: &str) -> Result<[String; 2], String> {
    let mut lines = readme
        .lines()
        .skip_while(|line| line.trim_end() != "## Start");
    lines.next().ok_or("no heading `## Start`")?;
    let section = lines.take_while(|line| !line.starts_with("## "));
    let mut block = section.skip_while(|line| line.trim_end() != "```sh");
    block.next().ok_or("no `sh` block under `## Start`")?;
    let commands: Vec<String> = block
        .take_while(|line| !line.starts_with("```"))
        .map(str::to_owned)
        .collect();
    let n_commands = commands.len();
    commands
        .try_into()
        .map_err(|_| format!("{n_commands} lines in the block, not two"))
}

#[test]
fn the_block_under_start_has_exactly_two_lines() {
    let block = |body: &str| {
        commands(&format!(
            "# x\n## Start\nSo:\n\n```sh\n{body}```\n## Next\n"
        ))
    };
    assert_eq!(block("a b\nc\n"), Ok(["a b".into(), "c".into()]));
    assert_eq!(block("a\n"), Err("1 lines in the block, not two".into()));
    assert!(commands("## Start\n## Next\n```sh\na\nb\n```\n").is_err());
    assert!(commands("# x\n```sh\na\nb\n```\n").is_err());
}
