// A file may be dropped anywhere on the page: a frame says where it will go.
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from './drop-anywhere.module.css';

interface Given {
  /** What a drop does: "Drop the file to upload it to Products". */
  readonly about: string;
  readonly onFile: (file: File) => void;
}

/** Buttons do the same for those who use no mouse. */
export function DropAnywhere({ about, onFile }: Given) {
  const isOver = useDrop(onFile);
  if (!isOver) return null;
  return (
    <div className={classes['frame']} role="status">
      <Text className={classes['about']} component="div" fw={600}>
        <Icon name="upload" size={22} /> {about}
      </Text>
    </div>
  );
}

/** Is a file held over the page? */
function useDrop(onFile: (file: File) => void): boolean {
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) setDepth((now) => now + 1);
    };
    const leave = (event: DragEvent) => {
      if (hasFiles(event)) setDepth((now) => Math.max(0, now - 1));
    };
    // Without it, the browser leaves the page and opens the file.
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) onFile(file);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, [onFile]);
  return depth > 0;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
