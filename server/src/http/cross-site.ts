import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a state-changing call or a socket handshake comes from our own pages (contract §1, cross-site). A
 * browser always says where it comes from; a native client says nothing and carries no ambient cookie.
 */
export function isOwnOrigin(config: Config, headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
  return ownOrigins(config, headers).includes(origin) || config.corsOrigins.includes(origin);
}

function ownOrigins(config: Config, headers: IncomingHttpHeaders): string[] {
  if (config.publicUrl) return [new URL(config.publicUrl).origin, ...sameHost(headers)];
  return sameHost(headers);
}

/** The very host the request was sent to; a page cannot choose what its browser writes there. */
function sameHost({ host }: IncomingHttpHeaders): string[] {
  return host ? [`http://${host}`, `https://${host}`] : [];
}
