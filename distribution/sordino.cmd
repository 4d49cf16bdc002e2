@echo off
rem Starts Sordino with the Java it was packed with.
setlocal
set "home=%~dp0.."
set heap=256m
set ending=
set collector=-XX:+UseSerialGC
rem A server that has lost a thread for want of memory is no server; everybody waits for it while it collects, so its pauses are short.
if "%~1"=="serve" set ending=-XX:+ExitOnOutOfMemoryError
if "%~1"=="serve" set collector=-XX:+UseG1GC -XX:MaxGCPauseMillis=20
if "%~1"=="serve" set heap=1g
if "%~1"=="train" set heap=4g
if "%~1"=="predict" set heap=4g
if "%~1"=="evaluate" set heap=4g
if "%~1"=="simulate" set heap=1g
if "%~1"=="query" set heap=1g
if "%~1"=="shuffler" set heap=1g
"%home%\bin\java" %collector% "-Xmx%heap%" -Xshare:auto -Xlog:disable %ending% -cp "%home%\app\sordino.jar" io.sordino.cli.Sordino %*
exit /b %errorlevel%
