/** The name of the volumes that the device makes: that of the disk. */
export const LABEL = 'SD_DISK'
