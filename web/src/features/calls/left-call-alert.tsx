import * as words from '#words/calls';
import { Phone, Video, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callTiming } from './call-timing.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { nameOf } from '../../ui/name-of.ts';
import { dismissLeftCall, type LeftCall } from './left-call.ts';
import { startCall } from './place-call.ts';

/** Shows who left the call, with a button to call again after the cool-down. */
export function LeftCallAlert({ left: { by, media } }: { left: LeftCall }) {
  const [isCool, setIsCool] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsCool(true), callTiming.coolDownMs);
    return () => clearTimeout(timer);
  }, []);
  const Icon = media === 'video' ? Video : Phone;
  return (
    <div className="pointer-events-auto flex max-w-full animate-appear items-center gap-3 rounded-card bg-raised py-2 pe-2 ps-4 shadow-float">
      <p className="min-w-0 truncate text-body">{words.leftTheCall({ name: nameOf(by) })}</p>
      <Button
        size="sm"
        variant="secondary"
        disabled={!isCool}
        icon={<Icon size={16} />}
        onClick={() => void startCall(by, media)}
      >
        {words.callAgain}
      </Button>
      <IconButton label={words.close} onClick={dismissLeftCall}>
        <X />
      </IconButton>
    </div>
  );
}
