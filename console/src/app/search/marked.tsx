import { mark } from './mark.ts'

/** A text in which what matches the query is marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return (
    <span>
      {mark(text, query).map((piece) =>
        piece.marked ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
      )}
    </span>
  )
}
