import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import MarkdownIt from 'markdown-it';
import type { Context } from '../context.ts';
import { addressKey } from '../http/limiter.ts';
import { StartError } from '../start-error.ts';
import { sendDocument } from '../http/document.ts';

/** Their addresses are the spec's (§2); what they say is the operator's. */
const titles = {
  privacy: 'Privacy',
  'terms-and-conditions': 'Terms and conditions',
  'cancellation-and-refunds': 'Cancellation and refunds',
  shipping: 'Shipping',
  'contact-us': 'Contact us',
} as const;
type PageName = keyof typeof titles;
const names = Object.keys(titles) as PageName[];

const defaults = fileURLToPath(new URL('./policies/', import.meta.url));
/** Text, never HTML; links only to http(s), mail and places here. */
const markdown = new MarkdownIt('commonmark', { html: false });

/** What everybody may read, signed in or not, from Markdown: the operator's in PAGES_DIR, or else ours. */
export function policyPages(app: FastifyInstance, ctx: Context): void {
  assertFolder(ctx.config.pagesFolder);
  for (const name of names) {
    app.get(`/${name}`, async (_request, reply) => reply.redirect(`/${name}/`, 308));
    app.get(`/${name}/`, async (request, reply) => {
      await ctx.limiter.take('reads', addressKey(request.ip));
      // Edited under our hands: the next reader reads what is there now.
      void reply.header('Cache-Control', 'no-cache');
      return sendDocument(reply, {
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
    // Whatever else is wrong with it is for the operator's log.
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
