//! A static server for one folder, on this machine only.

use crate::run::Result;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What the playground is allowed: its own files, and to compile wasm.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request line and headers longer than this are no browser's.
const REQUEST_LIMIT_BYTES: u64 = 64 * 1024;

/// A connection that says nothing for longer holds a thread for nothing.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Server {
    listener: TcpListener,
    folder: Arc<Path>,
}

impl Server {
    /// Port 0 takes any free one.
    pub fn bind(folder: &Path, port: u16) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| format!("port {port}: {error}"))?;
        Ok(Server {
            listener,
            folder: folder.into(),
        })
    }

    pub fn origin(&self) -> Result<String> {
        Ok(format!(
            "http://localhost:{}",
            self.listener.local_addr()?.port()
        ))
    }

    /// Serves until the process ends, a thread for each connection.
    pub fn run(self) {
        for stream in self.listener.incoming().flatten() {
            let folder = Arc::clone(&self.folder);
            // A connection that breaks concerns nobody else.
            std::thread::spawn(move || answer(&stream, &folder).ok());
        }
    }
}

struct Response {
    status: &'static str,
    content_type: &'static str,
    body: Vec<u8>,
}

impl Response {
    fn plain(status: &'static str) -> Response {
        Response {
            status,
            content_type: "text/plain; charset=utf-8",
            body: status.into(),
        }
    }
}

fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let Some((method, target)) = read_request(stream)? else {
        return write(stream, &Response::plain("400 Bad Request"), true);
    };
    match method.as_str() {
        "GET" | "HEAD" => write(stream, &respond(folder, &target), method == "GET"),
        _ => write(stream, &Response::plain("405 Method Not Allowed"), true),
    }
}

/// Method and target; the headers are read, since a browser waits for that, and not used.
fn read_request(stream: &TcpStream) -> std::io::Result<Option<(String, String)>> {
    let mut lines = BufReader::new(stream.take(REQUEST_LIMIT_BYTES)).lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(None);
    };
    for line in lines {
        if line?.is_empty() {
            let mut words = first.split(' ').map(String::from);
            return Ok(words.next().zip(words.next()));
        }
    }
    Ok(None)
}

fn write(mut stream: &TcpStream, response: &Response, with_body: bool) -> std::io::Result<()> {
    let Response {
        status,
        content_type,
        body,
    } = response;
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\n\
         content-type: {content_type}\r\n\
         content-length: {length}\r\n\
         content-security-policy: {CONTENT_SECURITY_POLICY}\r\n\
         x-content-type-options: nosniff\r\n\
         referrer-policy: no-referrer\r\n\
         cache-control: no-store\r\n\
         allow: GET, HEAD\r\n\
         connection: close\r\n\r\n"
    )?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

fn respond(folder: &Path, target: &str) -> Response {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let Some(file) = inside(folder, path) else {
        return Response::plain("404 Not Found");
    };
    match std::fs::read(&file) {
        Ok(body) => Response {
            status: "200 OK",
            content_type: content_type(&file),
            body,
        },
        Err(_) => Response::plain("404 Not Found"),
    }
}

/// The file that a URL's path names; nothing for a path that could lead out of the folder.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut file = folder.to_path_buf();
    let (folders, name) = path
        .strip_prefix('/')?
        .rsplit_once('/')
        .unwrap_or(("", &path[1..]));
    for segment in folders.split('/').filter(|segment| !segment.is_empty()) {
        file.push(plain_name(segment)?);
    }
    file.push(if name.is_empty() {
        "index.html".into()
    } else {
        plain_name(name)?
    });
    Some(file)
}

/// A percent-decoded segment, when it is the name of a file or folder and nothing else.
fn plain_name(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, after) = match (byte, after) {
            (b'%', [high, low, after @ ..]) => (hex(*high)? << 4 | hex(*low)?, after),
            (b'%', _) => return None,
            _ => (byte, after),
        };
        bytes.push(byte);
        rest = after;
    }
    let name = String::from_utf8(bytes).ok()?;
    let odd = name == "." || name == ".." || name.contains(['/', '\\', ':', '\0']);
    (!odd).then_some(name)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

/// Browsers refuse module scripts and streaming compilation when the type is another.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("jsonl" | "txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: Option<&str>) {
        let file = inside(Path::new("/site"), path);
        assert_eq!(file.as_deref(), expected.map(Path::new), "{path}");
    }

    #[test]
    fn paths_name_files_below_the_folder() {
        check("/", Some("/site/index.html"));
        check("/app.js", Some("/site/app.js"));
        check("/pkg/wasm/core.js", Some("/site/pkg/wasm/core.js"));
        check("/a%20b/", Some("/site/a b/index.html"));
    }

    #[test]
    fn paths_that_could_lead_out_are_refused() {
        for path in [
            "/../secret",
            "/%2e%2e/secret",
            "/a/..%2fsecret",
            "/..%5csecret",
            "/c:/x",
            "/%",
            "/%zz",
            "x",
        ] {
            check(path, None);
        }
        check("//etc/passwd", Some("/site/etc/passwd"));
    }

    #[test]
    fn scripts_and_modules_have_the_types_that_browsers_ask_for() {
        assert_eq!(
            content_type(Path::new("a.mjs")),
            "text/javascript; charset=utf-8"
        );
        assert_eq!(content_type(Path::new("core_bg.wasm")), "application/wasm");
        assert_eq!(
            content_type(Path::new("unknown")),
            "application/octet-stream"
        );
    }

    fn ask(request: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let server = Server::bind(folder, 0).expect("a free port");
        let address = server.listener.local_addr().expect("an address");
        std::thread::spawn(|| server.run());
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("to send");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        response
    }

    #[test]
    fn a_file_comes_with_its_length_and_the_policy() {
        let response = ask("GET /Cargo.toml?x HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert!(
            response.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{response}"
        );
        assert!(
            response.ends_with(include_str!("../Cargo.toml")),
            "{response}"
        );
    }

    #[test]
    fn head_has_the_headers_alone_and_other_methods_are_refused() {
        let response = ask("HEAD /Cargo.toml HTTP/1.1\r\n\r\n");
        assert!(
            response.contains("content-length: ") && response.ends_with("\r\n\r\n"),
            "{response}"
        );
        assert!(ask("POST /Cargo.toml HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask("GET /none HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(ask("\r\n\r\n").starts_with("HTTP/1.1 400"));
    }
}
