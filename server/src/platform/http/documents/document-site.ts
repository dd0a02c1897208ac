import { accentScale } from '@roost/contract/accent';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '../../locale.ts';
import { readerLocale } from '../reader-locale.ts';

/** The parts of the site that documents show. */
export interface DocumentSite {
  name: string;
  /** The operator's text, or the text of Roost in this language. */
  description: (locale: Locale) => string;
  /** A language tag, for readers of whose language nothing is known. */
  mainLanguage: string;
  /** A note to all members, or ''. */
  announcement: string;
  /** The hue of the accent colour. */
  accent: number;
  /** The path of the logo. Null: the bird. */
  logo: string | null;
  /** The public key to which browsers subscribe for pushes. Null: there are none. */
  vapidKey: string | null;
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

/** The language of a page that the server renders for this reader. */
export async function documentLocale(request: FastifyRequest): Promise<Locale> {
  const { mainLanguage } = await request.server.readSite();
  return readerLocale(request, { main: mainLanguage });
}
