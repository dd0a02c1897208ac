import { useEffect, useState } from 'react';
import { themeChoice } from '../../src/lib/page/display.ts';
import { useStore } from '../../src/lib/store.ts';
import { SegmentedControl } from '../../src/ui/controls/segmented-control.tsx';
import { ChatSections } from './chat-sections.tsx';
import { ComposerSections } from './composer-sections.tsx';
import { ControlSections } from './control-sections.tsx';
import { NotificationSections } from './notification-sections.tsx';
import { OverlaySections } from './overlay-sections.tsx';
import { PeopleSections } from './people-sections.tsx';
import { PostSections } from './post-sections.tsx';
import { StateSections } from './state-sections.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dim', label: 'Dim' },
  { value: 'dark', label: 'Dark' },
] as const;

const directions = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
] as const;

/** All parts, with switches for the theme and the direction of the script. */
export function Gallery() {
  const theme = useStore(themeChoice);
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr');
  useEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);
  return (
    <main style={{ maxWidth: 640, margin: '0 auto', padding: 20 }}>
      <h1 className="text-display font-bold">Gallery of parts</h1>
      <div className="flex flex-wrap gap-3 py-3">
        <SegmentedControl
          label="Theme"
          value={theme === 'system' ? 'light' : theme}
          options={themes}
          onChange={themeChoice.set}
        />
        <SegmentedControl
          label="Direction"
          value={direction}
          options={directions}
          onChange={setDirection}
        />
      </div>
      <ControlSections />
      <PeopleSections />
      <StateSections />
      <OverlaySections />
      <PostSections />
      <ComposerSections />
      <NotificationSections />
      <ChatSections />
    </main>
  );
}
