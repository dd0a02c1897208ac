import * as words from '#words/posts';
import type { OriginalPost, Post, PostReason } from '@roost/contract/posts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface WhyDialogProps {
  post: Post | OriginalPost;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Without it, there is no button 'Not this'. */
  onLess?: (() => void) | undefined;
}

/** Tells why a feed shows a post. */
export function WhyDialog({ post, open, onOpenChange, onLess }: WhyDialogProps) {
  const { reason, ownerid: owner } = post;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.whyThisPost} size="sm">
      <div className="mt-4 flex flex-col gap-3">
        {reason && <p>{texts[reason.kind](owner)}</p>}
        {reason && <p className="text-muted">{orders[reason.feed]}</p>}
      </div>
      <div className="mt-6 flex justify-end gap-3 max-md:flex-col-reverse">
        {onLess && (
          <Button
            variant="secondary"
            onClick={() => {
              onOpenChange(false);
              onLess();
            }}
          >
            {words.notThis}
          </Button>
        )}
        <Button onClick={() => onOpenChange(false)}>{words.close}</Button>
      </div>
    </Dialog>
  );
}

const texts: Record<PostReason['kind'], (owner: { username: string }) => string> = {
  own: () => words.youWroteOrRepostedIt,
  followed: words.youFollowTheAuthor,
  reposted: () => words.somebodyYouFollowRepostedIt,
  popular: words.manyPeopleReacted,
  public: words.aPublicPost,
  listed: () => words.somebodyOnTheList,
};

const orders: Record<PostReason['feed'], string> = {
  foryou: words.howForYouIsOrdered,
  following: words.theNewestFirst,
  list: words.theNewestFirst,
};
