import { wordsIn } from '#words/pages';
import { statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import MarkdownIt from 'markdown-it';
import type { Context } from '../kernel/context.ts';
import type { Locale } from '../platform/locale.ts';
import { LOCALE_VARY } from '../platform/http/reader-locale.ts';
import { documentLocale } from '../platform/http/documents/document-site.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import { StartError } from '../config/start-error.ts';
import {
  fillPolicy,
  policyNames,
  readContact,
  readPolicy,
  type PolicyName,
} from '../site/policy-text.ts';
import { sendDocument } from '../platform/http/documents/document.ts';

function titlesIn(locale: Locale): Record<PolicyName, string> {
  const words = wordsIn(locale);
  return {
    privacy: words.privacy,
    'terms-and-conditions': words.terms,
    'cancellation-and-refunds': words.refunds,
    shipping: words.shipping,
    'contact-us': words.contact,
  };
}

/** Renders Markdown without HTML. Links may lead only to http(s), mail and pages of this site. */
const markdown = new MarkdownIt('commonmark', { html: false });

/** Serves the policy pages to everyone. */
export function policyPages(app: FastifyInstance, ctx: Context): void {
  assertFolder(ctx.config.pagesFolder);
  for (const name of policyNames) {
    app.get(`/${name}`, async (_request, reply) => reply.redirect(`/${name}/`, 308));
    app.get(`/${name}/`, async (request, reply) => {
      await ctx.limiter.take('reads', networkKey(request.ip));
      // Operators may edit a page at any time, and the next reader sees the change.
      void reply.header('Cache-Control', 'no-cache').header('Vary', LOCALE_VARY);
      const locale = await documentLocale(request);
      return sendDocument(reply, {
        locale,
        title: titlesIn(locale)[name],
        body: await renderPolicy(ctx, name, locale),
        footer: linksBut(name, locale),
      });
    });
  }
}

async function renderPolicy(ctx: Context, name: PolicyName, locale: Locale): Promise<string> {
  const { name: site, contact } = await ctx.site.readOrLast();
  const text =
    name === 'contact-us'
      ? await readContact(ctx, contact, locale)
      : await readPolicy(ctx, name, locale);
  return markdown.render(
    fillPolicy(text, {
      site,
      contact,
      activityDays: ctx.config.activityDays,
      deletionDays: ctx.config.deletionDays,
      evidenceDays: ctx.config.evidenceDays,
    }),
  );
}

function linksBut(name: PolicyName, locale: Locale): string {
  const titles = titlesIn(locale);
  return policyNames
    .filter((other) => other !== name)
    .map((other) => `<a href="/${other}/">${titles[other]}</a>`)
    .join('');
}

function assertFolder(folder: string | null): void {
  if (folder && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError('Setting PAGES_DIR must be a folder that is there.');
}
