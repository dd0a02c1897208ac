import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

interface DeviceSelectProps {
  label: string;
  devices: MediaDeviceInfo[];
  value: string | undefined;
  disabled?: boolean;
  onChoose: (deviceId: string) => void;
}

/** Nothing where there is nothing to choose. */
export function DeviceSelect({ label, devices, value, disabled, onChoose }: DeviceSelectProps) {
  const id = useId();
  if (devices.length === 0) return null;
  const isKnown = devices.some(({ deviceId }) => deviceId === value);
  return (
    <div className="flex items-center gap-3 text-meta">
      <label htmlFor={id} className="w-22 shrink-0 font-medium">
        {label}
      </label>
      <span className="relative flex min-w-0 flex-1 items-center">
        <select
          id={id}
          value={isKnown ? value : devices[0]?.deviceId}
          disabled={disabled}
          onChange={({ target }) => onChoose(target.value)}
          className="h-9 w-full appearance-none truncate rounded-full border border-control bg-raised pr-8 pl-3 font-medium transition-colors hover:bg-hover disabled:opacity-50 max-md:text-input pointer-coarse:h-11"
        >
          {devices.map(({ deviceId, label: name }, index) => (
            <option key={deviceId} value={deviceId}>
              {name || `${label} ${index + 1}`}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute right-2.5 text-muted"
        />
      </span>
    </div>
  );
}
