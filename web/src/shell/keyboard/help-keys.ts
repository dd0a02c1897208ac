import * as words from '#words/shell';
import { commandKey, paletteKeys, type KeySequence } from '../../lib/keys/key-names.ts';
import type { KeyEntry } from '../../ui/key-list.tsx';

const key = (...names: string[]): KeySequence => names.map((name) => [name]);

/** The single keys of `key-actions.ts`, which a person can turn off. */
export const singleKeyGroups: readonly { title: string; entries: readonly KeyEntry[] }[] = [
  {
    title: words.readPosts,
    entries: [
      { keys: key('J'), meaning: words.nextPost },
      { keys: key('K'), meaning: words.previousPost },
      { keys: key(words.enterKey), meaning: words.openThePost },
      { keys: key('.'), meaning: words.loadNewPosts },
    ],
  },
  {
    title: words.theFocusedPost,
    entries: [
      { keys: key('L'), meaning: words.likeKey },
      { keys: key('T'), meaning: words.repostKey },
      { keys: key('R'), meaning: words.replyKey },
      { keys: key('B'), meaning: words.bookmarkKey },
    ],
  },
  {
    title: words.goTo,
    entries: [
      { keys: key('G', 'H'), meaning: words.home },
      { keys: key('G', 'N'), meaning: words.notifications },
      { keys: key('G', 'M'), meaning: words.messages },
      { keys: key('G', 'B'), meaning: words.bookmarks },
      { keys: key('G', 'L'), meaning: words.lists },
      { keys: key('G', 'P'), meaning: words.yourProfile },
    ],
  },
  {
    title: words.anywhere,
    entries: [
      { keys: key('N'), meaning: words.newPost },
      { keys: key('/'), meaning: words.search },
      { keys: key('?'), meaning: words.showTheseKeys },
    ],
  },
];

/** Keys that act also without single keys. */
export const otherKeys: readonly KeyEntry[] = [
  { keys: [[commandKey, words.enterKey]], meaning: words.sendWhatYouWrite },
  { keys: key(words.pageDownKey), meaning: words.nextPostInAList },
  { keys: key(words.pageUpKey), meaning: words.previousPostInAList },
  { keys: key('F6'), meaning: words.goToTheNotices },
];

export const paletteEntry: KeyEntry = { keys: paletteKeys, meaning: words.openThePalette };
