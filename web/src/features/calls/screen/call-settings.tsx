import { Slider } from '../../../ui/slider.tsx';
import { DeviceSelect } from '../devices/device-select.tsx';
import { useDevices } from '../devices/use-devices.ts';
import type { CallSession } from '../session/call-session.ts';
import { useObserved } from '../session/observed.ts';
import { gainRange, type SoundSource } from '../session/sound-mix.ts';
import { canChooseSpeaker } from './speaker.ts';

const sliders: { name: SoundSource; label: string }[] = [
  { name: 'microphone', label: 'Voice' },
  { name: 'shared', label: 'Shared' },
];
const percent = (gain: number) => `${Math.round(gain * 100)}%`;

interface CallSettingsProps {
  session: CallSession;
  speaker: string | undefined;
  onSpeaker: (deviceId: string) => void;
}

/** How loud each of one’s sounds goes out, and which devices are used. */
export function CallSettings({ session, speaker, onSpeaker }: CallSettingsProps) {
  const own = useObserved(session.own.state);
  const { microphones, cameras, speakers } = useDevices(own.microphoneId !== undefined);
  return (
    <section
      id="call-settings"
      aria-label="Sound and devices"
      className="flex min-h-0 w-full max-w-sm animate-appear flex-col gap-2 overflow-y-auto rounded-card bg-raised p-4 text-text shadow-float"
    >
      <h2 className="text-name font-semibold">What is heard of you</h2>
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
      {!own.hasSharedSound && (
        <p className="text-meta text-muted">
          Shared is the sound of a screen you share, where the browser brings it along.
        </p>
      )}
      <h2 className="mt-2 text-name font-semibold">Devices</h2>
      <DeviceSelect
        label="Microphone"
        devices={microphones}
        value={own.microphoneId}
        onChoose={(deviceId) => void session.own.useMicrophone(deviceId)}
      />
      <DeviceSelect
        label="Camera"
        devices={cameras}
        value={own.cameraId}
        onChoose={(deviceId) => void session.switchCamera({ deviceId })}
      />
      {canChooseSpeaker() && (
        <DeviceSelect label="Speaker" devices={speakers} value={speaker} onChoose={onSpeaker} />
      )}
    </section>
  );
}
