import { useId } from 'react';
import { Select } from '../../../ui/controls/select.tsx';

interface DeviceSelectProps {
  label: string;
  devices: MediaDeviceInfo[];
  value: string | undefined;
  disabled?: boolean;
  onChoose: (deviceId: string) => void;
}

/** A select for devices. Renders nothing if there is no choice. */
export function DeviceSelect({ label, devices, value, disabled, onChoose }: DeviceSelectProps) {
  const id = useId();
  if (devices.length === 0) return null;
  const isKnown = devices.some(({ deviceId }) => deviceId === value);
  return (
    <div className="flex items-center gap-3 text-meta">
      <label htmlFor={id} className="w-22 shrink-0 font-medium">
        {label}
      </label>
      <Select
        id={id}
        options={devices.map(({ deviceId, label: name }, index) => ({
          value: deviceId,
          label: name || `${label} ${index + 1}`,
        }))}
        value={isKnown ? value : devices[0]?.deviceId}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
        className="flex-1"
      />
    </div>
  );
}
