/** The address of an entry's image. B §7. */
export const imagePath = ({ entry, image }: { entry: string; image: string }): string =>
  image === '' ? '' : `/vapix/axdsapi/PhonebookEntries/${entry}/image`
