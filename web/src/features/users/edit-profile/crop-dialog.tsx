import * as words from '#words/users';
import { useState } from 'react';
import Cropper, { type Area, type MediaSize, type Size } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Slider } from '../../../ui/controls/slider.tsx';
import { cropPicture, cropShapes, type PictureField } from './crop-picture.ts';
import { MoveCrop } from './move-crop.tsx';

export interface Chosen {
  field: PictureField;
  /** The address of the chosen picture. */
  url: string;
}

interface CropDialogProps {
  chosen: Chosen;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onUse: (field: PictureField, file: File) => void;
  /** Called if the browser cannot show the picture, so nobody can crop it. */
  onBroken: () => void;
}

/** Selects the visible part of a picture: a square for the avatar, a wide part for the cover. */
export function CropDialog({ chosen, open, onOpenChange, onUse, onBroken }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [media, setMedia] = useState<MediaSize>();
  const [part, setPart] = useState<Size>();
  const [busy, setBusy] = useState(false);
  const shape = cropShapes[chosen.field];
  const aspect = shape.width / shape.height;
  const isChanged = zoom !== 1 || rotation !== 0 || crop.x !== 0 || crop.y !== 0;

  async function use() {
    if (!area) return;
    setBusy(true);
    try {
      onUse(chosen.field, await cropPicture(chosen.url, area, rotation, shape));
      onOpenChange(false);
    } catch (error) {
      // Log the failure only. The dialog stays open for another try.
      console.error(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isChanged={isChanged}
      title={chosen.field === 'avatar' ? words.cropYourPicture : words.cropYourCover}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {words.cancel}
          </Button>
          <Button busy={busy} disabled={!area} onClick={() => void use()}>
            {words.usePhoto}
          </Button>
        </>
      }
    >
      {/* Has the shape of the result, so the crop area is as large as the dialog allows. */}
      <div
        data-crop
        style={{ aspectRatio: aspect, maxWidth: `calc(50dvh * ${aspect})` }}
        className="relative mx-auto overflow-hidden rounded-card bg-sunk"
      >
        <Cropper
          image={chosen.url}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          aspect={aspect}
          objectFit="cover"
          minZoom={1}
          maxZoom={3}
          keyboardStep={8}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '', onError: onBroken }}
          cropperProps={{
            'aria-label': words.thePartThatIsShown,
            role: 'group',
          }}
          onCropChange={setCrop}
          onZoomChange={(next) => setZoom(Math.round(next * 100) / 100)}
          // `onCropComplete` misses the moves by `MoveCrop`.
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          setMediaSize={setMedia}
          setCropSize={setPart}
        />
      </div>
      <MoveCrop {...{ media, part, zoom, rotation, crop }} onMove={setCrop} />
      <div className="mt-3 grid gap-4">
        <Slider
          label={words.zoom}
          min={1}
          max={3}
          step={0.01}
          value={zoom}
          onChange={setZoom}
          format={(value) => `${Math.round(value * 100)}%`}
        />
        <Slider
          label={words.rotate}
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
