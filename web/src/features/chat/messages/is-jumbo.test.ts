import { expect, test } from 'vitest';
import { isJumbo } from './is-jumbo.ts';

test.each(['🙂', '❤️', '👍🏽', '👩‍👩‍👧‍👦', '🇮🇳', '🏳️‍🌈', '1️⃣', '🙂 🙂 🙂', '🙂\n🎉', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])(
  '%s is shown large',
  (text) => expect(isJumbo(text)).toBe(true),
);

test.each(['', ' ', 'a', '1', '#', '🙂🙂🙂🙂', '🙂 ok', '®️x', '©', '™', '🇮', '\u200D'])(
  '%j is shown like other texts',
  (text) => expect(isJumbo(text)).toBe(false),
);
