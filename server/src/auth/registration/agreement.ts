import type { Context } from '../../kernel/context.ts';
import type { Locale } from '../../platform/locale.ts';
import { readTerms } from '../../site/policy-text.ts';
import { keepTerms } from './registration.queries.ts';

/**
 * Returns the versions of the rules and the terms that a person accepts with the registration. `seen` is the version of the
 * rules that the form showed. Without it, the person accepts the current one. `locale` is the language of the terms that they could read.
 */
export async function readAgreement(ctx: Context, seen: number | undefined, locale: Locale) {
  const { rulesVersion } = await ctx.site.read();
  const { text, hash } = await readTerms(ctx, locale);
  await keepTerms(ctx, hash, text);
  return { rules_version: Math.min(seen ?? rulesVersion, rulesVersion), terms_hash: hash };
}
