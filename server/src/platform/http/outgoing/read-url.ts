import { OutgoingFailure } from './outgoing-failure.ts';
import { isWebPort, type Reach } from './reach.ts';

/** Ports below are those of other services: SSH, SMTP, DNS, databases. */
const FIRST_FREE_PORT = 1_024;

/** The options that the caller allows. */
export interface UrlRules {
  reach: Reach;
  /** Whether a public site may be asked without encryption, or redirect there. */
  allowsHttp?: boolean;
}

/** Reads the URL of a request. Throws if the request may not have it. */
export function readUrl(address: string, { reach, allowsHttp }: UrlRules, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || url.username !== '' || url.password !== '') throw new OutgoingFailure('url');
  const isHttp = url.protocol === 'http:' && (allowsHttp === true || reach === 'local');
  if (!isHttp && url.protocol !== 'https:') throw new OutgoingFailure('url');
  const port = Number(url.port || 443);
  if (!isWebPort(port) && port < FIRST_FREE_PORT) throw new OutgoingFailure('url');
  return url;
}
