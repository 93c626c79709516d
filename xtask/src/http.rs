//! As much of HTTP/1.1 as a browser needs of a static host: GET and HEAD, over connections that stay open.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The most that the head of a request may have; browsers stay far below.
const HEAD_LIMIT: u64 = 64 * 1024;

/// An answer, before it goes over the wire.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The status code.
    pub(crate) status: u16,
    /// Headers, but for those of the connection and the length.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The content.
    pub(crate) body: Vec<u8>,
}

/// Answers requests with what a function says for their target; dropping it closes every connection.
pub(crate) struct Host {
    address: SocketAddr,
    state: Arc<State>,
    accepting: Option<JoinHandle<()>>,
}

struct State {
    answer: Box<dyn Fn(&str) -> Reply + Send + Sync>,
    ending: AtomicBool,
    open: Mutex<BTreeMap<SocketAddr, TcpStream>>,
}

impl Host {
    /// Listens on this machine alone; port 0 takes a free one.
    pub(crate) fn start(
        port: u16,
        answer: impl Fn(&str) -> Reply + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            answer: Box::new(answer),
            ending: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let accepting = thread::spawn({
            let state = Arc::clone(&state);
            move || accept(&listener, &state)
        });
        Ok(Self {
            address,
            state,
            accepting: Some(accepting),
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    pub(crate) fn wait(mut self) {
        if let Some(accepting) = self.accepting.take() {
            accepting.join().ok();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.state.ending.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for connections.
        TcpStream::connect(self.address).ok();
        if let Some(accepting) = self.accepting.take() {
            accepting.join().ok();
        }
        for stream in self.state.open().values() {
            stream.shutdown(Shutdown::Both).ok();
        }
    }
}

impl State {
    /// The open connections, by the address at their other end.
    fn open(&self) -> MutexGuard<'_, BTreeMap<SocketAddr, TcpStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn accept(listener: &TcpListener, state: &Arc<State>) {
    for stream in listener.incoming() {
        if state.ending.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let (Ok(peer), Ok(copy)) = (stream.peer_addr(), stream.try_clone()) else {
            continue;
        };
        state.open().insert(peer, copy);
        let state = Arc::clone(state);
        thread::spawn(move || {
            // A browser that closes the connection in the middle has lost interest.
            converse(&stream, &state).ok();
            state.open().remove(&peer);
        });
    }
}

/// Answers the requests of one connection, one after the other.
fn converse(stream: &TcpStream, state: &State) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        let reply = match request.method.as_str() {
            "GET" | "HEAD" => (state.answer)(&request.target),
            _ => Reply::text(405, "only GET and HEAD\n"),
        };
        let mut message = reply.head().into_bytes();
        if request.method != "HEAD" {
            message.extend(&reply.body);
        }
        (&*stream).write_all(&message)?;
        if request.last {
            break;
        }
    }
    Ok(())
}

/// The head of a request.
struct Request {
    method: String,
    target: String,
    /// Whether the connection is to be closed after it.
    last: bool,
}

impl Request {
    /// The next request; nothing when the connection has ended or what comes is no request.
    fn read(reader: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut head = reader.take(HEAD_LIMIT);
        let mut line = String::new();
        head.read_line(&mut line)?;
        let mut words = line.split_whitespace().map(str::to_owned);
        let (Some(method), Some(target)) = (words.next(), words.next()) else {
            return Ok(None);
        };
        let mut request = Self {
            method,
            target,
            last: false,
        };
        loop {
            line.clear();
            if head.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let header = line.trim().to_ascii_lowercase();
            if header.is_empty() {
                return Ok(Some(request));
            }
            // The body of a POST is not read, so nothing can follow it.
            request.last |= header == "connection: close" || header.starts_with("content-length:");
        }
    }
}

impl Reply {
    /// A few plain words.
    pub(crate) fn text(status: u16, text: &str) -> Self {
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".to_owned())];
        Self {
            status,
            headers,
            body: text.into(),
        }
    }

    /// A pointer to another address.
    pub(crate) fn redirect(to: &str) -> Self {
        Self {
            status: 301,
            headers: vec![("Location", to.to_owned())],
            body: Vec::new(),
        }
    }

    fn head(&self) -> String {
        let reason = match self.status {
            200 => "OK",
            301 => "Moved Permanently",
            404 => "Not Found",
            _ => "",
        };
        let mut head = format!("HTTP/1.1 {} {reason}\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + &format!("Content-Length: {}\r\n\r\n", self.body.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Host {
        Host::start(0, |target| Reply::text(200, target)).unwrap()
    }

    /// What comes back for these bytes when the connection is closed after them.
    fn exchange(host: &Host, request: &str) -> String {
        let mut stream = TcpStream::connect(host.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_connection_carries_several_requests() {
        let answer = exchange(
            &host(),
            "GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nConnection: close\r\n\r\n",
        );
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 4\r\n\r\n";
        assert_eq!(answer, format!("{head}/one{head}/two"));
    }

    #[test]
    fn head_has_the_length_and_no_body() {
        let answer = exchange(&host(), "HEAD /four HTTP/1.1\r\nConnection: close\r\n\r\n");
        assert!(answer.ends_with("Content-Length: 5\r\n\r\n"), "{answer}");
    }

    #[test]
    fn other_methods_are_refused_and_nonsense_closes_the_connection() {
        let answer = exchange(&host(), "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
        assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
        assert_eq!(exchange(&host(), "nonsense\r\n\r\n"), "");
    }

    #[test]
    fn idle_connections_neither_block_others_nor_outlive_the_host() {
        let host = host();
        let mut idle: Vec<_> = (0..20)
            .map(|_| TcpStream::connect(host.address()).unwrap())
            .collect();
        let answer = exchange(&host, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let address = host.address();
        drop(host);
        for stream in &mut idle {
            assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0, "closed");
        }
        assert!(TcpStream::connect(address).is_err());
    }
}
