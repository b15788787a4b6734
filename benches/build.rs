//! Remembers which compiler builds this.

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output();
    let version = output
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    println!(
        "cargo::rustc-env=GRIDWRIGHT_RUSTC={}",
        version.as_deref().unwrap_or("rustc, version unknown").trim()
    );
    println!("cargo::rerun-if-changed=build.rs");
}
