import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';

/** A rule of the site, with its text as it is now. */
export interface Rule {
  id: string;
  text: string;
}

/** Finds the rule that somebody says was broken. Returns null if they name none. Throws `bad_input` if the site has no such rule. */
export async function findRule(ctx: Context, id: string | undefined): Promise<Rule | null> {
  if (id === undefined) return null;
  const { rules } = await ctx.site.read();
  const rule = rules.find((each) => each.id === id);
  if (rule) return rule;
  const message = 'The site has no such rule any more.';
  throw new AppError('bad_input', { message, fields: [{ path: 'ruleId', message }] });
}
