import { wordsIn } from '#words/pages';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import MarkdownIt from 'markdown-it';
import type { Context } from '../kernel/context.ts';
import { siteLocale } from '../platform/locale.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import { StartError } from '../config/start-error.ts';
import { sendDocument } from '../platform/http/documents/document.ts';

const locale = siteLocale;
const words = wordsIn(locale);

/** The addresses are fixed. Operators can replace the texts. */
const titles = {
  privacy: words.privacy,
  'terms-and-conditions': words.terms,
  'cancellation-and-refunds': words.refunds,
  shipping: words.shipping,
  'contact-us': words.contact,
};
type PageName = keyof typeof titles;
const names = Object.keys(titles) as PageName[];

const defaults = fileURLToPath(new URL(`./policies/${locale}/`, import.meta.url));
/** Renders Markdown without HTML. Links may lead only to http(s), mail and pages of this site. */
const markdown = new MarkdownIt('commonmark', { html: false });

/**
 * Serves the policy pages to everyone. Operators put their own Markdown in PAGES_DIR, and missing files come from the
 * defaults.
 */
export function policyPages(app: FastifyInstance, ctx: Context): void {
  assertFolder(ctx.config.pagesFolder);
  for (const name of names) {
    app.get(`/${name}`, async (_request, reply) => reply.redirect(`/${name}/`, 308));
    app.get(`/${name}/`, async (request, reply) => {
      await ctx.limiter.take('reads', networkKey(request.ip));
      // Operators may edit a page at any time, and the next reader sees the change.
      void reply.header('Cache-Control', 'no-cache');
      return sendDocument(reply, {
        locale,
        title: titles[name],
        body: markdown.render(await readPage(ctx.config.pagesFolder, name)),
        footer: linksBut(name),
      });
    });
  }
}

async function readPage(folder: string | null, name: PageName): Promise<string> {
  const file = `${name}.md`;
  try {
    if (folder) return await readFile(join(folder, file), 'utf8');
  } catch (error) {
    // Any other error goes to the operator's log.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return readFile(join(defaults, file), 'utf8');
}

function linksBut(name: PageName): string {
  return names
    .filter((other) => other !== name)
    .map((other) => `<a href="/${other}/">${titles[other]}</a>`)
    .join('');
}

function assertFolder(folder: string | null): void {
  if (folder && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError('Setting PAGES_DIR must be a folder that is there.');
}
