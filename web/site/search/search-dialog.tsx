export function SearchDialog() {
  return <form />
}
