import * as words from '#words/calls';
import type { CallMedia } from '@roost/contract/calls';
import { PhoneOff } from 'lucide-react';
import type { Person } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { TrackPicture } from '../pictures/track-picture.tsx';
import { useSession } from '../session/current-session.ts';
import { useStore } from '../../../lib/store.ts';
import type { CallSession } from '../session/call-session.ts';
import { RingButton } from './ring-button.tsx';
import { RingDialog } from './ring-dialog.tsx';

/** The dialog of an outgoing call, until it is answered or cancelled. */
export function OutgoingDialog({ to, media }: { to: Person; media: CallMedia }) {
  const session = useSession();
  return (
    <RingDialog
      person={to}
      words={media === 'video' ? words.callingWithVideo : words.calling}
      picture={session && <OwnPicture session={session} />}
    >
      <RingButton
        label={words.cancel}
        look="end"
        icon={<PhoneOff size={24} />}
        onClick={() => dispatchCall({ name: 'cancel' })}
      />
    </RingDialog>
  );
}

function OwnPicture({ session }: { session: CallSession }) {
  const { camera, isMirrored, problem } = useStore(session.own.state);
  if (problem)
    return (
      <p role="alert" className="mx-6 mt-6 rounded-input bg-sunk px-3.5 py-3 text-meta">
        {problem}
      </p>
    );
  if (!camera) return null;
  return (
    <TrackPicture
      track={camera}
      isMirrored={isMirrored}
      label={words.yourPicture}
      className="absolute top-3 end-3 aspect-4/3 w-22 animate-appear rounded-input object-cover"
    />
  );
}
