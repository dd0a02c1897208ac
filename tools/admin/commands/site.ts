import { readFileSync } from 'node:fs';
import { updateSite } from '@roost/contract/admin';
import { setSite as changeSite } from '../../../server/src/admin/site/update-site.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import type { SiteState } from '../../../server/src/site/site.ts';
import { presentSite } from '../../../server/src/site/present-site.ts';
import { asOperator } from '../as-operator.ts';
import type { Command, Report } from '../command.ts';

/** The settings that a command can change. A logo is an upload, so only an admin in the web app can change it. */
const names = [
  'name',
  'description',
  'registration',
  'accent',
  'languages',
  'contact',
  'announcement',
  'rules',
] as const;
type Name = (typeof names)[number];

export const getSite: Command = {
  name: 'site get',
  summary: 'Show the settings of the site',
  run: async (ctx) => report(ctx),
};

export const setSite: Command = {
  name: 'site set',
  parameters: ['setting', 'value'],
  summary: `Change a setting: ${names.join(', ')}. The value "default" restores a default`,
  async run(ctx, { arguments: [name = '', value = ''] }) {
    if (!names.includes(name as Name))
      throw new StartError(`There is no setting ${name}. Settings: ${names.join(', ')}.`);
    const { rules } = await ctx.site.read();
    const read = updateSite.body?.safeParse({ [name]: valueOf(name as Name, value, rules) });
    if (!read?.success)
      throw new StartError(`${name}: ${read?.error.issues[0]?.message ?? 'not valid'}`);
    await asOperator(ctx, async (tx) => changeSite(tx, read.data));
    ctx.site.forget();
    return report(ctx);
  },
};

/** Rules and languages are lists: languages with commas between them, rules in a file with a rule on each line. */
function valueOf(name: Name, value: string, rules: SiteState['rules']): unknown {
  if (name === 'rules')
    // A rule with the same text keeps its id.
    return linesOf(value).map((text) => {
      const known = rules.find((rule) => rule.text === text);
      return { text, ...(known && { _id: known.id }) };
    });
  if (name === 'languages') return value.split(',').map((tag) => tag.trim());
  const hasDefault = ['name', 'description', 'registration', 'accent'].includes(name);
  if (hasDefault && value === 'default') return null;
  return name === 'accent' ? Number(value) : value;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch {
    throw new StartError(
      `rules: ${file} is not a file that can be read. Write a rule on each line.`,
    );
  }
}

async function report(ctx: Context): Promise<Report> {
  const { rules, vapidKey: _, ...site } = presentSite(ctx, await ctx.site.read());
  return {
    data: { ...site, rules },
    lines: [
      ...Object.entries(site).map(([name, value]) => `${name.padEnd(13)}  ${String(value ?? '')}`),
      ...rules.map(({ text }, index) => `${`rule ${index + 1}`.padEnd(13)}  ${text}`),
    ],
  };
}
