import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mediaOrigin } from '../../../config/config.ts';
import type { Config } from '../../../kernel/config.ts';

const HSTS_SECONDS = 31_536_000;

/** Headers for refusals before any hook runs. Such an answer shows and loads nothing. */
export const bareHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Sets one strict policy for every answer. A UI library adds style elements to the page, which need the nonce. */
export async function securityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const elsewhere = mediaOrigin(config);
  const stored = elsewhere ? [elsewhere] : [];
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...stored],
        mediaSrc: ["'self'", 'blob:', ...stored],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Over plain http (a laptop, a LAN) this header would only warn, or block the port.
    strictTransportSecurity: isHttps ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header(
      'Permissions-Policy',
      'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
    );
  });
}

/** Replaces the policies of a page by a short one. On a script, style or font they have no effect and cost a kilobyte. */
export function guardAsset(reply: FastifyReply): void {
  for (const name of pageHeaders) void reply.removeHeader(name);
  void reply.header('Content-Security-Policy', bareHeaders['Content-Security-Policy']);
}

const pageHeaders = [
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];
