import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutgoingFailure } from './outgoing-failure.ts';

/** In bytes. Node's own limit, which a flag of the process could raise. */
const MAX_HEADER_SIZE = 16 * 1_024;

interface Opening {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  /** The checked addresses of the URL's host. No others are connected to. */
  addresses: LookupAddress[];
  signal: AbortSignal;
}

/** Sends one request on a connection of its own, and waits for the head of the answer. The caller destroys the response. */
export async function openResponse(
  url: URL,
  { addresses, body, ...options }: Opening,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...options,
    // Neither a connection of another request, nor a proxy of the environment, which would look the name up itself.
    agent: false,
    lookup: answerWith(addresses),
    maxHeaderSize: MAX_HEADER_SIZE,
    insecureHTTPParser: false,
  });
  request.on('error', reject);
  // An answer with another protocol (101) ends without an error.
  request.on('close', () => reject(new OutgoingFailure('connection')));
  request.on('response', (response) => {
    // Errors of the parser and the end of the time come to the request. The body alone may then just end, and seem to be whole.
    request.on('error', (error) => response.destroy(error));
    resolve(response);
  });
  request.end(body);
  return promise;
}

/** A look-up that asks nobody. */
function answerWith(addresses: LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}
