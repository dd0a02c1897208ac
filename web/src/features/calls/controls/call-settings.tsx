import * as words from '#words/calls';
import { numberFormat } from '../../../lib/locale.ts';
import { Slider } from '../../../ui/controls/slider.tsx';
import { DeviceSelect } from '../devices/device-select.tsx';
import { useDevices } from '../devices/use-devices.ts';
import type { CallSession } from '../session/call-session.ts';
import { useStore } from '../../../lib/store.ts';
import { gainRange, type SoundSource } from '../session/sound-mix.ts';
import { canChooseSpeaker } from './speaker.ts';

const sliders: { name: SoundSource; label: string }[] = [
  { name: 'microphone', label: words.voice },
  { name: 'shared', label: words.shared },
];
const percentFormat = numberFormat({ style: 'percent' });
const percent = (gain: number) => percentFormat.format(gain);

interface CallSettingsProps {
  session: CallSession;
  speaker: string | undefined;
  onSpeaker: (deviceId: string) => void;
}

/** Settings of a call: the volume of each sent sound and the devices. */
export function CallSettings({ session, speaker, onSpeaker }: CallSettingsProps) {
  const own = useStore(session.own.state);
  const { microphones, cameras, speakers } = useDevices(own.microphoneId !== undefined);
  return (
    <section
      id="call-settings"
      aria-label={words.soundAndDevices}
      className="flex min-h-0 w-full max-w-sm animate-appear flex-col gap-2 overflow-y-auto rounded-card bg-raised p-4 text-text shadow-float"
    >
      <h2 className="text-name font-semibold">{words.whatIsHeardOfYou}</h2>
      {sliders.map(({ name, label }) => (
        <Slider
          key={name}
          label={label}
          {...gainRange}
          value={own.gains[name]}
          format={percent}
          onChange={(value) => session.own.setGain(name, value)}
        />
      ))}
      {!own.hasSharedSound && <p className="text-meta text-muted">{words.aboutSharedSound}</p>}
      <h2 className="mt-2 text-name font-semibold">{words.devices}</h2>
      <DeviceSelect
        label={words.microphone}
        devices={microphones}
        value={own.microphoneId}
        onChoose={(deviceId) => void session.own.useMicrophone(deviceId)}
      />
      <DeviceSelect
        label={words.camera}
        devices={cameras}
        value={own.cameraId}
        onChoose={(deviceId) => void session.switchCamera({ deviceId })}
      />
      {canChooseSpeaker() && (
        <DeviceSelect
          label={words.speaker}
          devices={speakers}
          value={speaker}
          onChoose={onSpeaker}
        />
      )}
    </section>
  );
}
