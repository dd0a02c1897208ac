import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { cropPicture, cropShapes, type PictureField } from './crop-picture.ts';

export interface Chosen {
  field: PictureField;
  /** Of the picture as it was chosen. */
  url: string;
}

interface CropDialogProps {
  chosen: Chosen;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onUse: (field: PictureField, file: File) => void;
  /** It can't be shown, so it can't be cropped. */
  onBroken: () => void;
}

/** Chooses the part of a picture to show: a square of an avatar, a band of a cover. */
export function CropDialog({ chosen, open, onOpenChange, onUse, onBroken }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const shape = cropShapes[chosen.field];

  async function use() {
    if (!area) return;
    setBusy(true);
    try {
      onUse(chosen.field, await cropPicture(chosen.url, area, rotation, shape));
      onOpenChange(false);
    } catch (error) {
      // Only logged (spec §8); the dialog stays for another try.
      console.error(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={chosen.field === 'avatar' ? 'Crop your picture' : 'Crop your cover'}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button busy={busy} disabled={!area} onClick={() => void use()}>
            Use Photo
          </Button>
        </>
      }
    >
      <div className="relative h-96 max-h-[50dvh] overflow-hidden rounded-card bg-sunk">
        <Cropper
          image={chosen.url}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          aspect={shape.width / shape.height}
          minZoom={1}
          maxZoom={3}
          keyboardStep={8}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '', onError: onBroken }}
          cropperProps={{
            'aria-label': 'The part that is shown. Arrow keys move it.',
            role: 'group',
          }}
          onCropChange={setCrop}
          onZoomChange={(next) => setZoom(Math.round(next * 100) / 100)}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <div className="mt-5 grid gap-4">
        <Slider
          label="Zoom"
          min={1}
          max={3}
          step={0.01}
          value={zoom}
          onChange={setZoom}
          format={(value) => `${Math.round(value * 100)}%`}
        />
        <Slider
          label="Rotate"
          min={0}
          max={360}
          step={1}
          value={rotation}
          onChange={setRotation}
          format={(value) => `${value}°`}
        />
      </div>
    </Dialog>
  );
}
