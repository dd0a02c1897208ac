import { Heart, Plus } from 'lucide-react';
import { useState } from 'react';
import { AutoTextarea } from '../../src/ui/controls/auto-textarea.tsx';
import { Checkbox } from '../../src/ui/controls/checkbox.tsx';
import { Button } from '../../src/ui/controls/button.tsx';
import { FloatingActionButton } from '../../src/ui/controls/floating-action-button.tsx';
import { IconButton } from '../../src/ui/controls/icon-button.tsx';
import { Pagination } from '../../src/ui/controls/pagination.tsx';
import { SearchField } from '../../src/ui/controls/search-field.tsx';
import { SegmentedControl } from '../../src/ui/controls/segmented-control.tsx';
import { Select } from '../../src/ui/controls/select.tsx';
import { Slider } from '../../src/ui/controls/slider.tsx';
import { Switch } from '../../src/ui/controls/switch.tsx';
import { Tabs } from '../../src/ui/controls/tabs.tsx';
import { TextAreaField } from '../../src/ui/controls/text-area-field.tsx';
import { TextField } from '../../src/ui/controls/text-field.tsx';
import { Line, Section } from './section.tsx';

const nothing = () => {};

export function ControlSections() {
  return (
    <>
      <Section title="Buttons">
        <Buttons />
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="Choices">
        <Choices />
      </Section>
      <Section title="Floating button">
        <p className="text-meta text-muted">On phones only.</p>
        {/* A transform makes this box the frame of the fixed button. */}
        <div style={{ transform: 'translateZ(0)', height: 120 }}>
          <FloatingActionButton label="Write" icon={<Plus />} onPress={nothing} />
        </div>
      </Section>
    </>
  );
}

function Buttons() {
  return (
    <>
      {(['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) => (
        <Line key={variant}>
          {(['sm', 'md', 'lg'] as const).map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} busy>
            {variant} busy
          </Button>
          <Button variant={variant} disabled>
            {variant} disabled
          </Button>
          <Button variant={variant} icon={<Plus size={18} aria-hidden />}>
            With icon
          </Button>
        </Line>
      ))}
      <Line>
        <IconButton label="Like">
          <Heart size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label="Like, large" size="lg">
          <Heart size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label="Like, disabled" disabled>
          <Heart size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Line>
    </>
  );
}

function Fields() {
  const [volume, setVolume] = useState(60);
  const [search, setSearch] = useState('swallows');
  return (
    <div className="flex flex-col gap-5">
      <TextField label="Name" />
      <TextField label="Username" hint="3 to 30 letters, digits or underscores." />
      <TextField label="Email" defaultValue="alice" error="Enter a valid email address." />
      <TextField label="Password" type="password" defaultValue="nine birds" />
      <TextField label="Invitation" defaultValue="Not needed" disabled />
      <SearchField
        label="Search"
        clearLabel="Clear"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onClear={() => setSearch('')}
      />
      <SearchField
        label="Search, empty"
        clearLabel="Clear"
        value=""
        placeholder="Search people, posts or hashtags"
        readOnly
        onClear={nothing}
      />
      <AutoTextarea
        aria-label="Text that grows"
        className="rounded-input border border-control px-3 py-2.5"
        defaultValue={'A text that grows\nwith its lines'}
      />
      <TextAreaField
        label="Description"
        hint="Visitors read it."
        value="A place for birds."
        count={{ used: 18, max: 500 }}
        onChange={nothing}
      />
      <Slider
        label="Volume"
        min={0}
        max={100}
        step={1}
        value={volume}
        onChange={setVolume}
        format={(value) => `${value} %`}
      />
    </div>
  );
}

function Choices() {
  const [tab, setTab] = useState('posts');
  const [from, setFrom] = useState('anyone');
  const [isOn, setOn] = useState(true);
  const options = [
    { value: 'anyone', label: 'Anyone' },
    { value: 'no one', label: 'No one' },
  ];
  return (
    <>
      <Tabs
        label="Profile"
        value={tab}
        onChange={setTab}
        tabs={['posts', 'replies', 'likes'].map((value) => ({ value, label: value }))}
      >
        <p className="py-3">Panel of {tab}</p>
      </Tabs>
      <Line>
        <SegmentedControl label="From whom" value={from} onChange={setFrom} options={options} />
        <SegmentedControl
          label="From whom, disabled"
          value={from}
          onChange={setFrom}
          options={options}
          disabled
        />
      </Line>
      <Line>
        {(['sm', 'md'] as const).map((size) => (
          <Select key={size} aria-label={`From whom, ${size}`} size={size} options={options} />
        ))}
        <Select aria-label="From whom, select disabled" options={options} disabled />
      </Line>
      <Switch
        label="Show when I am online"
        about="It works both ways."
        checked={isOn}
        onChange={setOn}
      />
      <Switch label="Off" checked={false} onChange={nothing} />
      <Switch label="Disabled" checked disabled onChange={nothing} />
      <Line>
        <Checkbox label="Whole word only" checked={isOn} onChange={setOn} />
        <Checkbox label="Disabled" checked disabled onChange={nothing} />
      </Line>
      <Pagination page={1} of={3} onPage={nothing} />
    </>
  );
}
