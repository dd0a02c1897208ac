import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/**
 * Sends these bytes unchanged and reads one answer, for requests that no HTTP client sends. Uses `latin1`, so that a
 * character can stand for any byte.
 */
export async function sendRaw(address: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (isWhole(Buffer.concat(chunks).toString('latin1'))) socket.end();
  });
  // The server may close the connection during the request. Its answer came before that.
  socket.on('error', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(bytes, 'latin1');
  await closed;
  return parse(Buffer.concat(chunks).toString('latin1'));
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: readonly string[];
  body?: string;
}

/** Builds the bytes of a request with exactly these header lines. */
export function requestBytes({
  method = 'GET',
  path,
  headers = [],
  body = '',
}: RawRequest): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()] as const;
    }),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0),
    headers,
    body: rest.join('\r\n\r\n'),
  };
}

function isWhole(text: string): boolean {
  const { headers, body } = parse(text);
  const length = headers.get('content-length');
  if (!text.includes('\r\n\r\n')) return false;
  return length === undefined
    ? body.endsWith('0\r\n\r\n') || body.endsWith('0\r\n')
    : body.length >= Number(length);
}
