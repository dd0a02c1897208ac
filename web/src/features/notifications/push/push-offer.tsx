import * as words from '#words/notifications';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { pushRecord } from '../../../lib/offline/push-record.ts';
import { site } from '../../../lib/site.ts';
import { storedText } from '../../../lib/storage.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { defaultPreferences } from './push.query.ts';
import { pushSupport } from './push-support.ts';
import { enablePush } from './enable-push.ts';

/** Set once somebody has answered the offer in this browser. It never comes again. */
const answered = storedText('localStorage', 'roost:push-offer');

/** Offers pushes to people who look at their notifications, until they answer. The browser asks only after a press. */
export function PushOffer() {
  const viewerId = useViewerId();
  // Read once: what appears later would move the list.
  const [isOpen, setOpen] = useState(isOpenQuestion);
  const [isBusy, setBusy] = useState(false);
  if (!isOpen) return null;

  function close(): void {
    // The offer disappears. Without this the focus would be lost.
    document.getElementById('content')?.focus({ preventScroll: true });
    answered.write('yes');
    setOpen(false);
  }
  async function accept(): Promise<void> {
    setBusy(true);
    try {
      const outcome = await enablePush(viewerId, defaultPreferences);
      if (typeof outcome === 'string') toast.info(words.pushWasNotAllowed);
      else toast.success(words.pushIsOn);
      close();
    } catch (error) {
      toast.error(messageWithReason(error, words.saveFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section
      aria-label={words.pushOffer({ site: site.name })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-3 text-name">
        <BellRing className="shrink-0 text-accent-text" />
        {words.pushOffer({ site: site.name })}
      </p>
      <div className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={close}>
          {words.notNow}
        </Button>
        <Button size="sm" busy={isBusy} onClick={() => void accept()}>
          {words.turnOn}
        </Button>
      </div>
    </section>
  );
}

function isOpenQuestion(): boolean {
  return (
    pushSupport() === 'ready' &&
    Notification.permission === 'default' &&
    pushRecord.read() === undefined &&
    answered.read() === undefined
  );
}
