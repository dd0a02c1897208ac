import { MutedWordList } from '../features/settings/privacy/muted-words/muted-word-list.tsx';

export function MutedWordsScreen() {
  return <MutedWordList />;
}
