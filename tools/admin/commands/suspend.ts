import { reportReasons, type ReportReason } from '@roost/contract/moderation';
import { moderationLimits } from '@roost/contract/limits';
import { StartError } from '../../../server/src/config/start-error.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { decidePerson } from '../../../server/src/moderation/decisions/decide-person.ts';
import { undoMeasures } from '../../../server/src/moderation/decisions/restore-user.ts';
import { transaction } from '../../../server/src/platform/database/transaction.ts';
import { oneOf, wholeNumber, type Command, type Options, type Report } from '../command.ts';
import { findPersonId } from '../find-person.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

const words = {
  message: { type: 'string', help: 'words to the person, in the email about it' },
  note: { type: 'string', help: 'words to the moderators only' },
} as const;
const reason = {
  type: 'string',
  help: `why: ${reportReasons.join(', ')} (default: what most reports say, else other)`,
} as const;

export const suspend: Command = {
  name: 'suspend',
  parameters: ['username'],
  summary: 'Hide a person and end all sessions, until a time or until unsuspend',
  options: {
    days: { type: 'string', help: 'for how many days' },
    until: { type: 'string', help: 'until this time, such as 2030-01-31 or 2030-01-31T12:00Z' },
    reason,
    ...words,
  },
  run: async (ctx, { arguments: [username = ''], options }) =>
    decide(ctx, username, 'suspend', options),
};

export const ban: Command = {
  name: 'ban',
  parameters: ['username'],
  summary: 'Hide a person and end all sessions, without an end',
  options: { reason, ...words },
  run: async (ctx, { arguments: [username = ''], options }) =>
    decide(ctx, username, 'ban', options),
};

export const unsuspend: Command = {
  name: 'unsuspend',
  parameters: ['username'],
  summary:
    'Undo every suspension, ban and limit of a person, also those by moderators and for a repeated text',
  options: { message: words.message },
  async run(ctx, { arguments: [username = ''], options }) {
    const userId = await findPersonId(ctx, username);
    const message = textOf('message', options);
    const { decisions: undone, wasHeld } = await transaction(ctx, async (tx) =>
      undoMeasures(tx, userId, message, 'operator'),
    );
    if (undone.length === 0 && !wasHeld)
      throw new StartError(`${username} is not suspended, banned or limited.`);
    // A person does not learn that the site held them back for a repeated text.
    const mail = undone.length > 0 ? ', and gets an email' : '';
    return { data: { _id: userId, undone }, lines: [`${username} is back${mail}.`] };
  },
};

async function decide(
  ctx: Context,
  username: string,
  action: 'suspend' | 'ban',
  options: Options,
): Promise<Report> {
  const userId = await findPersonId(ctx, username);
  const verdict = {
    action,
    until: endOf(options),
    reason: oneOf<ReportReason>('--reason', options['reason'], reportReasons),
    note: textOf('note', options),
    message: textOf('message', options),
  };
  const { id, until } = await transaction(ctx, async (tx) =>
    decidePerson(tx, userId, verdict, 'operator'),
  );
  const end = until ? `until ${until.toISOString()}` : 'without an end';
  return {
    data: { _id: userId, decisionId: id, action, until: until?.toISOString() ?? null },
    lines: [`${username} is hidden and signed out ${end}, and gets an email.`],
  };
}

function endOf({ days, until }: Options): string | undefined {
  if (days !== undefined && until !== undefined)
    throw new StartError('Use --days or --until, not both.');
  if (days !== undefined) {
    const count = wholeNumber('days', days, { fallback: 1, min: 1, max: MAX_DAYS });
    return new Date(Date.now() + count * DAY_MS).toISOString();
  }
  if (until === undefined) return undefined;
  const end = new Date(String(until));
  if (Number.isNaN(end.getTime()))
    throw new StartError('--until must be a time, such as 2030-01-31 or 2030-01-31T12:00Z.');
  return end.toISOString();
}

function textOf(name: 'message' | 'note', options: Options): string {
  const text = String(options[name] ?? '').trim();
  if (text.length <= moderationLimits.note) return text;
  throw new StartError(`--${name} may have at most ${moderationLimits.note} characters.`);
}
