import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mediaOrigin, type Config } from '../config.ts';

const YEAR = 31_536_000;

/** For an answer that is refused before any hook could run: it shows nothing and loads nothing. */
export const bareHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const;

/** One strict policy for every answer; the nonce is for the style elements a UI library adds to our page. */
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
    // Over plain http (a laptop, a LAN) these would only warn, or lock people out of the port.
    strictTransportSecurity: isHttps ? { maxAge: YEAR, includeSubDomains: true } : false,
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

/** A page's policies, on a script, style or font, are a kilobyte for each that means nothing: a short one shuts all. */
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
