import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mediaOrigin } from '../../../config/config.ts';
import type { Config } from '../../../kernel/config.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Style elements of this answer's page need this nonce. Scripts are files of this site. */
    cspNonce: string;
  }
}

const HSTS_SECONDS = 31_536_000;

// Fastify keeps the names in lower case.

/** Headers for refusals before any hook runs. Such an answer shows and loads nothing. */
export const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/** On a script, style or font these have no effect. */
const pageHeaders = {
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/**
 * Sets one strict policy for every answer. Routes may replace single headers. helmet has the same headers, but builds them for
 * each answer, which took 9 % of the server's time for one post.
 */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const headers = {
    ...bareHeaders,
    ...pageHeaders,
    'cross-origin-resource-policy': 'same-origin',
    // Over plain http (a laptop, a LAN) this header would only warn, or block the port.
    ...(isHttps && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  };
  const others = otherDirectives(config);
  app.decorateReply('cspNonce', '');
  app.addHook('onRequest', (_request, reply, done) => {
    reply.cspNonce = randomUUID();
    // A UI library adds style elements to the page.
    void reply
      .headers(headers)
      .header(
        'content-security-policy',
        `default-src 'none';script-src 'self';style-src 'self' 'nonce-${reply.cspNonce}';${others}`,
      );
    done();
  });
}

function otherDirectives(config: Config): string {
  const origin = mediaOrigin(config);
  const stored = origin ? ` ${origin}` : '';
  return [
    `img-src 'self' data: blob:${stored}`,
    `media-src 'self' blob:${stored}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** Replaces the policies of a page by a short one, because on such a file they cost a kilobyte for nothing. */
export function trimAssetHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(pageHeaders)) void reply.removeHeader(name);
  void reply.header('content-security-policy', bareHeaders['content-security-policy']);
}
