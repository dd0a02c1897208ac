import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { Copy, Download, Share } from 'lucide-react';
import { copyText } from '../../../lib/copy-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { HandleLine } from '../../../ui/handle.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { FeedbackLine, useFeedback } from '../../../ui/states/feedback-line.tsx';
import { paths } from '../../../paths.ts';
import { downloadProfileCard } from './profile-card-picture.ts';

type Person = Pick<Profile, '_id' | 'username' | 'fullName' | 'avatar'>;

interface ShareProfileDialogProps {
  person: Person;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The address of a profile as a link, as a QR code and as a picture. */
export function ShareProfileDialog({ person, open, onOpenChange }: ShareProfileDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.shareProfile}>
      <ShareProfile person={person} />
    </Dialog>
  );
}

function ShareProfile({ person }: { person: Person }) {
  const [feedback, report] = useFeedback();
  const url = new URL(paths.profile(person.username), location.origin).href;
  const attempt = async (work: () => Promise<void>, done: string, failed: string) => {
    try {
      await work();
      report({ text: done, isError: false });
    } catch {
      report({ text: failed, isError: true });
    }
  };
  return (
    <div className="mt-4 flex flex-col items-center gap-4">
      <div className="flex max-w-full items-center gap-3">
        <Avatar user={person} size={44} />
        <p className="min-w-0">
          <bdi className="block truncate text-name font-semibold">{nameOf(person)}</bdi>
          <HandleLine username={person.username} className="text-meta text-muted" />
        </p>
      </div>
      <div className="size-52">
        <QrCode text={url} label={words.qrCodeOf(person)} />
      </div>
      <p className="text-center text-meta text-muted">{words.scanTheCode}</p>
      <p dir="ltr" className="max-w-full text-center text-meta [overflow-wrap:anywhere]">
        {url}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          icon={<Copy size={18} />}
          onClick={() =>
            void attempt(async () => copyText(url), words.linkCopied, words.linkNotCopied)
          }
        >
          {words.copyLink}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            variant="secondary"
            icon={<Share size={18} />}
            // It rejects when the person closes the sheet. That is not a failure.
            onClick={() => void navigator.share({ url, title: nameOf(person) }).catch(() => {})}
          >
            {words.shareElsewhere}
          </Button>
        )}
        <Button
          variant="secondary"
          icon={<Download size={18} />}
          onClick={() =>
            void attempt(
              async () => downloadProfileCard(person, url),
              words.pictureSaved,
              words.pictureNotMade,
            )
          }
        >
          {words.saveAsPicture}
        </Button>
      </div>
      <FeedbackLine feedback={feedback} />
    </div>
  );
}
