import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../src/ui/controls/button.tsx';
import { TextField } from '../../src/ui/controls/text-field.tsx';
import { ConfirmDialog } from '../../src/ui/overlays/confirm-dialog.tsx';
import { KeyList } from '../../src/ui/key-list.tsx';
import { Dialog } from '../../src/ui/overlays/dialog.tsx';
import { Menu } from '../../src/ui/overlays/menu.tsx';
import { toast } from '../../src/ui/overlays/toasts.ts';
import { Line, Section } from './section.tsx';

type Overlay = 'dialog' | 'drawer' | 'question';
const nothing = () => {};

export function OverlaySections() {
  const [open, setOpen] = useState<Overlay>();
  const change = (isOpen: boolean) => isOpen || setOpen(undefined);
  return (
    <Section title="Overlays">
      <Line>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Open dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('drawer')}>
          Open drawer
        </Button>
        <Button variant="secondary" onClick={() => setOpen('question')}>
          Open question
        </Button>
        <Menu
          trigger={<Button variant="secondary">Open menu</Button>}
          items={[
            { label: 'Copy text', icon: <Copy />, onSelect: nothing },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: nothing },
          ]}
        />
        <Button variant="secondary" data-tooltip="A tooltip">
          Tooltip
        </Button>
        <Button variant="secondary" onClick={showNotices}>
          Show notices
        </Button>
      </Line>
      <KeyList
        title="Keys"
        entries={[
          { keys: [['J']], meaning: 'Next post' },
          { keys: [['G'], ['H']], meaning: 'Home' },
          { keys: [['Ctrl', 'Enter']], meaning: 'Send what you write' },
        ]}
      />
      <Dialog
        open={open === 'dialog'}
        onOpenChange={change}
        title="Edit profile"
        description="Other people see this on your page."
        footer={<Button onClick={() => setOpen(undefined)}>Save</Button>}
      >
        <TextField label="Full name" className="mt-5" />
      </Dialog>
      <Dialog
        open={open === 'drawer'}
        onOpenChange={change}
        title="Settings"
        place="side"
        size="sm"
      >
        <TextField label="City" />
      </Dialog>
      <ConfirmDialog
        open={open === 'question'}
        onOpenChange={change}
        title="Delete message?"
        description="It will be gone for both of you."
        confirmLabel="Delete"
        danger
        onConfirm={nothing}
      />
    </Section>
  );
}

function showNotices() {
  toast.success('Link copied.');
  toast.warning('Your connection is slow.');
  toast.info('That page doesn’t exist. Check its address.');
  toast.retry('The like was not saved.', nothing);
}
