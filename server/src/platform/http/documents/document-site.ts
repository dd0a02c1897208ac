import { accentScale } from '@roost/contract/accent';
import type { FastifyInstance } from 'fastify';

/** What documents show of the site. */
export interface DocumentSite {
  name: string;
  description: string;
  /** A note to all members, or ''. */
  announcement: string;
  /** The hue of the accent colour. */
  accent: number;
  /** The path of the logo. Null: the bird. */
  logo: string | null;
  /** Where browsers load the logo from, if this server does not send it. */
  imageOrigin: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the site as its operator has described it. Never rejects. */
    readSite: () => Promise<DocumentSite>;
  }
}

/** Says where documents learn about the site, because the platform is below it. */
export function provideSite(app: FastifyInstance, read: () => Promise<DocumentSite>): void {
  app.decorate('readSite', read);
}

/** The style that gives the accent colours the hue of the site. */
export function accentStyle({ accent }: DocumentSite): string {
  return `:root{--accent-hue:${accent};--accent-scale:${accentScale(accent)}}`;
}
