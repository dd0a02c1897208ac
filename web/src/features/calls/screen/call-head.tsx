import * as words from '#words/calls';
import { MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Person } from '../call-machine.ts';
import type { InCallStatus } from '../in-call.ts';
import type { SessionState } from '../session/call-session.ts';
import { durationText } from '../../../lib/format/duration.ts';
import { QualityBars } from './quality-bars.tsx';
import { nameOf } from '../../../ui/name-of.ts';

/** The other person, the duration and the quality of the connection. */
export function CallHead({ person, state }: { person: Person; state: SessionState }) {
  const { status, connectedAt, quality, isPeerMuted } = state;
  const name = nameOf(person);
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-full bg-picture-label py-1.5 pe-4 ps-4 text-on-picture">
      {isPeerMuted && <MicOff size={16} role="img" aria-label={words.isMuted({ name })} />}
      <bdi className="min-w-0 truncate text-name font-semibold">{name}</bdi>
      <span role="status" className={status === 'connected' ? 'sr-only' : 'text-meta'}>
        {status === 'connecting' && connectedAt !== undefined
          ? words.reconnecting
          : statusTexts[status]}
      </span>
      {status === 'connected' && connectedAt !== undefined && <Clock since={connectedAt} />}
      {status === 'connected' && quality !== undefined && <QualityBars quality={quality} />}
    </div>
  );
}

const statusTexts: Record<InCallStatus, string> = {
  initializing: words.gettingReady,
  ready: words.connecting,
  calling: words.connecting,
  connecting: words.connecting,
  connected: words.connected,
  failed: words.theCallCouldNotBeSetUp,
  ended: words.callEnded,
};

function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label={words.callDuration} className="nums text-meta">
      {durationText((now - since) / 1000)}
    </span>
  );
}
