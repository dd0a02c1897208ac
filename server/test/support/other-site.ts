import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createServer as createRawServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts another site on this machine until the end of the test. Returns its address. `onConnection` also sees failed handshakes. */
export async function startOtherSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const site = createServer(answer);
  site.on('connection', onConnection);
  onTestFinished(() => site.closeAllConnections());
  return listen(site);
}

/** Starts a site on this machine that answers each request with these bytes, and then does what `after` says. Returns its address. */
export async function startRawSite(
  bytes: string | Buffer,
  after: (socket: Socket) => void = (socket) => socket.end(),
): Promise<string> {
  const sockets = new Set<Socket>();
  const site = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(bytes);
      after(socket);
    });
  });
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return listen(site);
}

async function listen(site: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    site.listen(0, resolve);
  });
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

export function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
}
