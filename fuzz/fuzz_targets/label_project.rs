//! Files of labelling projects.
#![no_main]

use recto::label::Project;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let path = recto_fuzz::scratch("project.label");
    std::fs::write(&path, bytes).expect("room");
    if let Ok(project) = Project::open(&path) {
        let _ = project.log();
        let _ = project.documents();
    }
    let _ = std::fs::remove_file(&path);
});
