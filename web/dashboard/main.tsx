import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { makeQueryClient } from './query-client.ts'
import { routes } from './routes.tsx'
import './dashboard.css'

const root = document.getElementById('dashboard')
if (!root) throw new Error('The page has no element with the id "dashboard"')

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="ar-IQ-u-nu-arab-ca-gregory">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
