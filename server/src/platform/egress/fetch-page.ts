import http from 'node:http';
import https from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Config } from '../../kernel/config.ts';
import { isLoopback } from '../../lib/loopback.ts';

const MAX_REDIRECTS = 3;
/** In ms, for all redirects together. */
const TIMEOUT = 8_000;
/** In bytes. The rest of a longer page is not read. */
const MAX_LENGTH = 512 * 1_024;

/** The start of a page of another site. */
export interface FetchedPage {
  /** The address after redirects. */
  url: string;
  html: string;
}

/**
 * Reads an https page of another site, without cookies. Connects to public addresses only, also after a redirect and a second
 * look-up of the name. Returns null if there is no such page in time. Never throws.
 */
export async function fetchPage(
  { config }: { config: Pick<Config, 'fetchPages'> },
  url: string,
): Promise<FetchedPage | null> {
  if (config.fetchPages === 'off') return null;
  const isLocal = config.fetchPages === 'local';
  const signal = AbortSignal.timeout(TIMEOUT);
  let next = url;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await request(next, { isLocal, signal });
      if (!answer) return null;
      if (answer.html !== undefined) return { url: next, html: answer.html };
      next = answer.location;
    }
  } catch {
    // The other site is down, refuses, or is not public.
  }
  return null;
}

interface RequestOptions {
  isLocal: boolean;
  signal: AbortSignal;
}

type Answer = { html: string; location?: never } | { location: string; html?: never };

/** Sends one request. Returns null for an answer that is neither a page nor a redirect. */
async function request(url: string, { isLocal, signal }: RequestOptions): Promise<Answer | null> {
  const { protocol, username, password, hostname } = new URL(url);
  if (username || password) return null;
  if (isLocal ? !isLoopback(hostname) : protocol !== 'https:') return null;
  const options = { allowPrivateIPAddress: isLocal, keepAlive: false };
  const isHttps = protocol === 'https:';
  const agent = isHttps
    ? new RequestFilteringHttpsAgent(options)
    : new RequestFilteringHttpAgent(options);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity', 'User-Agent': 'Roost' };
    const asked = (isHttps ? https : http).get(url, { agent, headers, signal }, resolve);
    asked.on('error', reject);
  });
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location)
      return { location: new URL(headers.location, url).href };
    if (statusCode !== 200 || !/^text\/html\b/i.test(headers['content-type'] ?? '')) return null;
    return { html: await readStart(response) };
  } finally {
    response.destroy();
  }
}

async function readStart(response: http.IncomingMessage): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let html = '';
  let length = 0;
  for await (const chunk of response) {
    const part = (chunk as Buffer).subarray(0, MAX_LENGTH - length);
    length += part.length;
    html += decoder.write(part);
    if (length >= MAX_LENGTH) break;
  }
  return html;
}
