import * as words from '#words/screens';
import { useState } from 'react';
import { useViewerId } from '../features/auth/viewer.ts';
import { DraftList } from '../features/compose/kept-drafts/list/draft-list.tsx';
import { ComposerDialog } from '../features/posts/create/composer-dialog.tsx';
import { postDraftKey } from '../features/posts/create/post-draft-key.ts';
import { Button } from '../ui/controls/button.tsx';

/** The viewer's drafts. A draft of a post opens in the composer, and all others at their place. */
export function DraftsScreen() {
  const draftKey = postDraftKey(useViewerId());
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <p className="px-4 pt-3 text-meta text-muted">{words.onlyYouSeeYourDrafts}</p>
      <DraftList
        draftKey={draftKey}
        className="px-2"
        onOpened={(hasLeft) => setWriting(!hasLeft)}
        emptyAction={<Button onClick={() => setWriting(true)}>{words.newPost}</Button>}
      />
      <ComposerDialog open={isWriting} onOpenChange={setWriting} />
    </>
  );
}
