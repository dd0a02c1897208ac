import { recountUsage } from '../../../server/src/media/quota/recount-usage.ts';
import { countEverybody } from '../../../server/src/moderation/counted/count-person.ts';
import { recordAuditBy } from '../../../server/src/moderation/audit/record-audit.ts';
import type { Command } from '../command.ts';
import { recountAll } from '../recount.ts';
import { recountChats } from '../recount-chats.ts';

export const recount: Command = {
  name: 'recount',
  summary: 'Recount the counters of people, posts and chats, and the storage of members',
  isDestructive: true,
  async run(ctx, { options }) {
    const isDryRun = options['dry-run'] === true;
    // A recount has a transaction for each person and post, so the log has its beginning and its end.
    if (!isDryRun) await recordAuditBy(ctx, 'operator', { action: 'counters.recountStarted' });
    if (!isDryRun) await countEverybody(ctx);
    const wrong = {
      ...(await recountAll(ctx, isDryRun)),
      chats: await recountChats(ctx, isDryRun),
    };
    if (!isDryRun) {
      await recountUsage(ctx);
      await recordAuditBy(ctx, 'operator', { action: 'counters.recounted', after: wrong });
    }
    const verb = isDryRun ? 'would be corrected' : 'corrected';
    return {
      data: { ...wrong, isDryRun },
      lines: [
        `${wrong.people} people with wrong counters ${verb}`,
        `${wrong.posts} posts with wrong counters ${verb}`,
        `${wrong.chats} wrong counts of unread messages ${verb}`,
      ],
    };
  },
};
