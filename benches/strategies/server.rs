//! llama.cpp's server with a model, for as long as this lives.

use std::env;
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A server under way: dropping it ends it.
pub struct Server {
    child: Child,
    /// Where it is.
    pub base_url: String,
    /// The name of its model's file.
    pub model_name: String,
}

impl Server {
    /// Starts the server that the environment names with the model that it names, and waits until it is
    /// ready; nothing where it names none.
    pub fn start() -> Option<io::Result<Self>> {
        let (server, model) = (env::var_os("SOV_LLAMA_SERVER")?, env::var_os("SOV_MODEL")?);
        (!server.is_empty() && !model.is_empty()).then(|| {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port().to_string();
            let model_name = Path::new(&model).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let child = Command::new(server)
                .arg("-m")
                .arg(model)
                .args([
                    "--host",
                    "127.0.0.1",
                    "--port",
                    &port,
                    "-t",
                    "2",
                    "-c",
                    "4096",
                    "--parallel",
                    "1",
                    "--jinja",
                ])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()?;
            let mut server = Self { child, base_url: format!("http://127.0.0.1:{port}/v1"), model_name };
            let health = format!("http://127.0.0.1:{port}/health");
            while ureq::get(&health).call().is_err() {
                if let Some(status) = server.child.try_wait()? {
                    return Err(io::Error::other(format!("the model's server ended by itself: {status}")));
                }
                sleep(Duration::from_millis(200));
            }
            Ok(server)
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
