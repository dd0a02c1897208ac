import type { MemberContext } from '../../kernel/context.ts';
import { emit } from '../../platform/database/transaction.ts';
import { repetitionOf } from './is-repeated.ts';
import { listNewAuthors, noteSighting, type WrittenText } from './repeated-text.queries.ts';
import { textRepeated } from './repeated-texts.events.ts';
import { fingerprintOf } from './text-fingerprint.ts';

/** The most accounts of a wave that are held back at once. The next text of the wave finds the others. */
const MAX_HELD_AT_ONCE = 100;

interface Written {
  content: string;
  /** A text that this one answers. Repeating it is no spam. */
  answered?: string | undefined;
  placeId: string;
  subject: { type: 'post' | 'message'; id: string };
  isNew: boolean;
}

/**
 * Notes a text that the viewer writes, in the transaction that writes it. If it arrived too often, the authors are held back. Short
 * texts and those of the staff are not noted. It sends one statement, and two if the text arrived too often.
 */
export async function noteText(tx: MemberContext, written: Written): Promise<void> {
  const { content, answered, placeId, subject, isNew } = written;
  if (!tx.config.rateLimits || tx.viewer.role !== 'member') return;
  const fingerprint = fingerprintOf(content);
  if (!fingerprint || (answered && fingerprintOf(answered)?.equals(fingerprint))) return;
  const authorId = tx.viewer.id;
  const counts = await noteSighting(tx, { fingerprint, authorId, placeId, subject, isNew });
  const repetition = repetitionOf(counts, isNew);
  if (repetition === 'none') return;
  const own: WrittenText = {
    author_id: authorId,
    subject_type: subject.type,
    subject_id: subject.id,
  };
  const authors =
    repetition === 'wave' ? await listNewAuthors(tx, fingerprint, MAX_HELD_AT_ONCE) : [];
  const others = authors.filter(({ author_id }) => author_id !== authorId);
  emit(tx, textRepeated, { fingerprint, authors: [...others, own] });
}
