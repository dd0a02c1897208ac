import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts another site on this machine until the end of the test. Returns its address. `onConnection` also sees failed handshakes. */
export async function startOtherSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const site = createServer(answer);
  site.on('connection', onConnection);
  await new Promise<void>((resolve) => {
    site.listen(0, resolve);
  });
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

export function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
}
