import { foldTag } from '@roost/contract/text/words';
import type { Context } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { listTrendingTags } from '../../search/hashtag.queries.ts';
import { rankHashtagsJob } from '../../search/search.jobs.ts';
import type { Act } from '../as-admin.ts';
import { deleteTrending, listHiddenTags, replaceHiddenTags } from './trends.queries.ts';

/** Admins may type the sign of a hashtag too. */
const foldHidden = (typed: string) => foldTag(typed.replace(/^[#＃]/u, ''));

/**
 * Replaces the hidden hashtags in this transaction. They leave the list of trending hashtags at once, and a job ranks the list
 * again. Returns the folded hashtags.
 */
export async function hideTrends(tx: Context, typed: string[]): Promise<Act<string[]>> {
  const hidden = [...new Set(typed.map(foldHidden))].filter((tag) => tag !== '').toSorted();
  const before = await listHiddenTags(tx);
  await replaceHiddenTags(tx, hidden);
  const shown = (await listTrendingTags(tx)).map(({ tag }) => tag);
  const gone = shown.filter((tag) => hidden.includes(foldTag(tag)));
  if (gone.length > 0) await deleteTrending(tx, gone);
  await addJob(tx, rankHashtagsJob, {});
  // Somebody made these words up, so the audit log has only how many there are.
  return {
    result: hidden,
    record: {
      action: 'trends.hidden',
      before: { hashtags: before.length },
      after: { hashtags: hidden.length },
    },
  };
}
